"""Order sheets (5.1): reading them from files, understanding them, asking back in plain words."""
