"""The server: seats, storage, secrets. FastAPI and WebSockets over the engine."""
