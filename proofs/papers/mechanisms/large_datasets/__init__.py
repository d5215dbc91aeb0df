"""Large datasets: private mechanisms composed from local channels, never the full product."""
