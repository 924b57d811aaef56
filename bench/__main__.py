"""Run every benchmark: `python -m bench`."""

from __future__ import annotations

from bench import bench_games, bench_gym, bench_hexes, bench_opcom, bench_press, bench_staff

if __name__ == "__main__":
    bench_hexes.main()
    print()
    bench_games.main()
    print()
    bench_press.main()
    print()
    bench_opcom.main()
    print()
    bench_staff.main()
    print()
    bench_gym.main()
