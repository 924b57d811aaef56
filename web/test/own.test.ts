import { expect, test } from "vitest";

import { lastOwn } from "../src/lib/own";

const SAVE = `bocage 1
game: roundup
option: german-bomber = off
trust: held

allied beachhead us1 1412 ^00112233445566aa ~d1125094906d
* dice 2 @1.air.allied#1 ^00112233445566aa ~5105989bc77b
# a word for people
allied end ^00112233445566aa ~c93368654ad3
? 0123456789abcdef ~0757615f07d2
x allied tas 1618 ^00112233445566aa ~e48541d42f8f
german takeback from 5, agreed allied ^00112233445566aa ~884558233a36
german place 7 2020 ^00112233445566aa ~3a1317d2a90d
allied orders fire ^00112233445566aa ~ebc99a2e033e
end 8
`;

test("the last line of one's own is found among those of the others", () => {
  expect(lastOwn(SAVE, ["allied"])).toEqual({ line: 3, seat: "allied" });
  expect(lastOwn(SAVE, ["german"])).toEqual({ line: 7, seat: "german" });
  expect(lastOwn(SAVE, ["german", "allied"])).toEqual({ line: 7, seat: "german" });
});

test("without a line of one's own there is none", () => {
  expect(lastOwn(SAVE, [])).toBeNull();
  expect(lastOwn(SAVE, ["Guards"])).toBeNull();
  expect(lastOwn("bocage 1\ngame: roundup\n\nend 0\n", ["allied"])).toBeNull();
});
