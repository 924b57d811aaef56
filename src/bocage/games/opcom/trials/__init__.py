"""What tests and the fuzzer need: drawn sheets, and what must never be true."""
