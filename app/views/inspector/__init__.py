"""Why a token is there, and what another budget would change: the inspector, the preview, and links between views."""
