"""Help in a page, and About with everything that is bundled."""
