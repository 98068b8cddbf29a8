"""What can go wrong between here and the hub, each in a sentence."""

import errno

NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


def told(error: BaseException, repo: str) -> tuple[str, str]:
    """The sentence for whatever the hub's client raised, and technical details."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    return _sentence(error, kinds, repo), f"{type(error).__name__}: {' '.join(str(error).split())}"


def lost(error: BaseException) -> bool:
    """Whether the connection is what failed, so that trying again may help."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    return "TransportError" in kinds and "UnsupportedProtocol" not in kinds


def full(missing: str) -> str:
    """The sentence for a disk without room. `missing` says how much is needed."""
    return f"There is no room on the disk for {missing}: free some, then fetch again to go on from here."


def _sentence(error: BaseException, kinds: set[str], repo: str) -> str:
    status = getattr(getattr(error, "response", None), "status_code", None)
    if "OfflineModeIsEnabled" in kinds:
        return "Fetching is switched off by HF_HUB_OFFLINE: unset it, and start Mentorscope again."
    if "GatedRepoError" in kinds or status == 403:
        return (
            f"The repository “{repo}” is gated: accept its terms on its page, log in with “hf auth login”, "
            "then fetch again."
        )
    if "RepositoryNotFoundError" in kinds or "RevisionNotFoundError" in kinds:
        return f"The hub has no repository “{repo}”, or it is private: check the name."
    if "HFValidationError" in kinds:
        return f"The name “{repo}” is none of a repository: write it as owner/name."
    if lost(error) or isinstance(error, ConnectionError):
        return "The hub cannot be reached: check the connection, then fetch again to go on from here."
    if isinstance(error, OSError) and error.errno in NO_SPACE:
        return full("this file")
    if status is not None:
        return f"The hub answered with an error ({status}): try again later."
    if isinstance(error, OSError) and error.filename is not None:
        return f"The cache at “{error.filename}” cannot be written to: check your right to write there."
    return f"Fetching “{repo}” failed: try again."
