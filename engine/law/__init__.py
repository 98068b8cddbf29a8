"""The mathematics of mentored decoding, on MLX arrays, with no model and no state.

Notation: p is the target's distribution, q the draft's, d their TV distance, D the budget,
θ = min(1, D/d), π the law of the emitted token. Rows are positions, columns token ids.
Everything is computed in the precision of its inputs: float32 in use, float64 in tests.
"""
