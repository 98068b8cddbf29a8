"""How many tokens a round makes, from the chance that a drafted token stays. No model, no MLX."""


def emitted(chance: float, length: int, bonus: bool) -> float:
    """Mean tokens of a round: (1 − a^K)/(1 − a) without the bonus token, (1 − a^(K+1))/(1 − a) with it.

    Args:
        chance: a, that a drafted token stays, 0 to 1. length: K, drafted tokens.
    """
    steps = length + bonus
    return float(steps) if chance >= 1 else (1 - chance**steps) / (1 - chance)


def stayed(chance: float, length: int) -> float:
    """Mean drafted tokens of a round that stay: a (1 − a^K)/(1 − a)."""
    return float(length) if chance >= 1 else chance * emitted(chance, length, False)
