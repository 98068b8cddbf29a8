"""The Sweep tab: settings at the left; the finding, heat map, frontier and table at the right."""
