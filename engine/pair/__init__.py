"""Models, tokenizers and caches: from two folders to a pair that can decode together."""
