# The C types of `_kernel.py` when it is compiled as `_kernel_c`.
# Names here and there must agree; Cython stops the build when they do not.

cimport cython

cdef int _BLOCKED
cdef int _ZONE
cdef int _DEAR
cdef int _SPECIAL
cdef int _PROHIBITED
cdef int _FAR
cdef int _NO_LIMIT
cdef int _LEAVING
cdef int _CAUGHT


@cython.final
cdef class Mobility:
    cdef readonly int size
    cdef short[::1] _neighbours
    cdef short[::1] _step
    cdef short[::1] _to
    cdef bint _stop
    cdef int _hop
    cdef int[::1] _extra
    cdef int _cheapest
    cdef int _buckets


@cython.final
cdef class Links:
    cdef readonly int size
    cdef short[::1] _to


@cython.final
cdef class Workspace:
    cdef readonly int size
    cdef readonly object costs
    cdef readonly object via
    cdef readonly object distances
    cdef int[::1] _cost
    cdef short[::1] _way
    cdef int[::1] _distance
    cdef short[::1] _queue
    cdef short[::1] _flooded
    cdef int[::1] _link
    cdef int[::1] _head
    cdef list _hexes
    cdef Mobility _mobility
    cdef int _start
    cdef int _low
    cdef int _high
    cdef int _used

    cpdef int reach(
        self, Mobility mobility, int start, int budget, const unsigned char[::1] field
    ) except -1

    @cython.locals(
        cost=int[::1], also=int[::1], hexes=list, start=int, far=int, low=int, high=int, h=int,
        found=list,
    )
    cpdef list destinations(
        self, const unsigned char[::1] load, int most, list names=*, Workspace other=*
    )

    cpdef list path(
        self,
        Mobility mobility,
        int start,
        int goal,
        const unsigned char[::1] field,
        int budget=*,
    )

    @cython.locals(mobility=Mobility, found=list, to=short[::1], way=short[::1])
    cpdef list path_to(self, int h)

    @cython.locals(
        distance=int[::1], queue=short[::1], to=short[::1],
        far=int, done=int, last=int, h=int, n=int, slot=int, steps=int,
    )
    cpdef int flood(
        self,
        Links links,
        object sources,
        const unsigned char[::1] field,
        int barred,
        int ends=*,
        int most=*,
    ) except -1

    cdef void _check(
        self, Mobility mobility, int start, const unsigned char[::1] field
    ) except *

    @cython.locals(
        to=short[::1], step=short[::1], extra=int[::1], row=int, found=int, d=int, n=int, price=int,
    )
    cdef int _first_steps(
        self, Mobility mobility, int start, int budget, const unsigned char[::1] field
    ) except -1

    @cython.locals(
        cost=int[::1], way=short[::1], head=int[::1], link=int[::1], queue=short[::1],
        to=short[::1], step=short[::1],
        extra=int[::1],
        ring=int, used=int, done=int, reached=int, low=int, high=int, now=int, entry=int,
        h=int, n=int, d=int, b=int, price=int, best=int, first=int, row=int, special=int,
        last=int, zone=int, far=int, stop=bint, hop=int,
    )
    cdef int _search(
        self, Mobility mobility, int start, int goal, int budget, const unsigned char[::1] field
    ) except -1


@cython.final
cdef class Search:
    cdef readonly Workspace work
    cdef object _table
    cdef Mobility _last
    cdef int _from
    cdef int _budget
    cdef int _goal
    cdef object _field
    cdef object _changed

    cpdef Workspace reach(
        self, Mobility mobility, int start, int budget, object field, int goal=*
    )

    @cython.locals(
        work=Workspace, other=Workspace, near=int, found=list, d=int, h=int, far=int,
        cost=int[::1], also=int[::1],
    )
    cpdef list moves(
        self,
        Mobility mobility,
        int start,
        int budget,
        object field,
        list steps,
        list goals,
        Search wide=*,
        Mobility wide_mobility=*,
        int wide_budget=*,
    )


@cython.locals(size=int, to=short[::1], u=int, h=int, n=int, slot=int)
cpdef void mark_zones(
    Links links,
    const short[::1] places,
    int first,
    int last,
    unsigned char[::1] field,
    int around=*,
    int here=*,
    const unsigned char[::1] exerts=*,
) except *


cdef void _check_units(const short[::1] places, int first, int last) except *


@cython.locals(u=int, found=list)
cpdef list units_at(const short[::1] places, int first, int last, int h)


@cython.locals(u=int, h=int, found=dict, there=tuple)
cpdef dict stacks_by_hex(const short[::1] places, int first, int last)


@cython.locals(u=int, found=list)
cpdef list units_marked(const unsigned char[::1] marks, int first, int last, int mask, int bits)


@cython.locals(u=int, found=list)
cpdef list unmarked(
    const short[::1] places,
    const unsigned char[::1] marks,
    int first,
    int last,
    int barred,
    tuple names,
)


@cython.locals(size=int, u=int, v=int, h=int)
cpdef void mark_clashes(
    const short[::1] places,
    int first,
    int last,
    const unsigned char[::1] clashes,
    unsigned char[::1] field,
    int bits=*,
) except *
