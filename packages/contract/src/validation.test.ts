import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountsApi } from './accounts.ts';
import { day, email, file, givenPassword, integer, newPassword, requiredText, text } from './fields.ts';
import { limits } from './limits.ts';
import { devicesApi } from './devices.ts';
import { translatorOf } from '@heartwood/messages/catalogues';
import { textOf } from '@heartwood/messages/message';
import { labelIn, problemMessage } from '@heartwood/messages/validation';
import { check, fieldErrors, rules } from './validation.ts';
import type { Problem } from './validation.ts';

const t = translatorOf('en');
const labelOf = (field: string) => labelIn(t, field);
/** What a form shows for a problem, in English. */
const said = (problem: Problem | undefined) => problem && textOf(t, problemMessage(problem));
/** What a form shows for a field with one rule. */
const says = (rule: string, value: unknown, others: Record<string, unknown> = {}) => said(check('name', value, [rule], others));
const passwordSaid = 'Password should contain at least one uppercase, one lowercase and one special character';

describe('each rule in its own words', () => {
  test.each([
    ['required', '', 'Name Required'],
    ['required', '   ', 'Name Required'],
    ['required', null, 'Name Required'],
    ['required', undefined, 'Name Required'],
    ['required', [], 'Name Required'],
    ['numeric', '12a', 'Name must be a number'],
    ['min:3', 'ab', 'Name must contain at least 3 characters'],
    ['max:3', 'abcd', 'Name must contain 3 characters at most'],
    ['email', 'nobody', 'Must enter a valid email.'],
    ['confirmed:other', 'a', 'Name must be the same'],
    ['password', 'abc', 'Password should contain at least one uppercase, one lowercase and one special character'],
    ['image', 'note.txt', 'Name is not valid.'],
    ['integer', '1.5', 'Name is not valid.'],
    ['regex:^[a-z]+$', 'A', 'Name is not valid.'],
  ])('[S5.1] %s of %j', (rule, value, message) => {
    expect(says(rule, value)).toBe(message);
  });

  test('[S5.7] a regex on a field named password speaks of the password', () => {
    const pattern = 'regex:(?=.*[A-Z])(?=.*[a-z])(?=.*[^A-Za-z0-9])';
    expect(said(check('password', 'abcdefgh', [pattern]))).toBe(passwordSaid);
    expect(check('password', 'abcdefG!', [pattern])).toBeUndefined();
  });

  test('the first rule that fails is the one that is said', () => {
    const list = ['required', 'min:8', 'password'];
    expect(said(check('password', '', list))).toBe('Password Required');
    expect(said(check('password', 'Ab!', list))).toBe('Password must contain at least 8 characters');
    expect(said(check('password', 'abcdefgh', list))).toBe(passwordSaid);
    expect(check('password', 'Abcdefg!', list)).toBeUndefined();
  });

  test('an empty value passes every rule but required', () => {
    for (const rule of ['numeric', 'integer', 'min:3', 'max:3', 'email', 'password', 'image', 'regex:^x$'])
      for (const nothing of ['', null, undefined]) expect(says(rule, nothing)).toBeUndefined();
  });
});

describe('numbers', () => {
  const latin = fc.stringMatching(/^[0-9]{1,20}$/);
  const arabicIndic = latin.map((digits) => [...digits].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''));

  test('[S5.2] digits, Latin or Arabic-Indic, are numeric', () => {
    fc.assert(
      fc.property(fc.oneof(latin, arabicIndic), (digits) => {
        expect(says('numeric', digits)).toBeUndefined();
      }),
    );
    expect(says('numeric', '٠١٢٣٤٥٦٧٨٩')).toBeUndefined();
  });

  test('[S5.2] nothing else is numeric', () => {
    const other = fc.string({ minLength: 1, unit: 'grapheme' }).filter((given) => !/^([0-9]+|[\u0660-\u0669]+)$/.test(given));
    fc.assert(
      fc.property(other, (given) => {
        expect(says('numeric', given)).toBe('Name must be a number');
      }),
    );
    for (const given of ['-1', '1.5', '1e3', ' 1', '۱۲', '１２', '½', '1٢']) expect(says('numeric', given)).toBe('Name must be a number');
  });

  test('[S5.9] an integer is digits after at most one minus sign', () => {
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(says('integer', n.toString())).toBeUndefined();
      }),
    );
    for (const given of ['+1', '--1', '1-', '1.0', ' 1', '١']) expect(says('integer', given)).toBe('Name is not valid.');
  });
});

describe('lengths, addresses, passwords, pictures', () => {
  test('[S5.3] min and max count characters, both ends included', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (given, n) => {
        expect(says(`min:${n}`, given) === undefined).toBe([...given].length >= n);
        expect(says(`max:${n}`, given) === undefined).toBe([...given].length <= n);
      }),
    );
  });

  test('[S5.5] an address is what the server takes for one, and the other way round', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.emailAddress(), fc.string(), fc.constantFrom('a@b', 'a@b.c', 'a b@c.de', 'a@b.de\nBcc: x@y.zz', 'ä@b.de')),
        (given) => {
          if (given.trim() !== '') expect(email.safeParse(given).success).toBe(rules.email(given.trim()));
        },
      ),
    );
    expect(says('email', `${'a'.repeat(250)}@example.com`)).toBe('Must enter a valid email.');
  });

  test('[S5.7] a password needs an upper-case letter, a lower-case letter and a special character, in any script', () => {
    for (const good of ['Abcdefg!', 'Éàaaaaa ?', 'ΣΑΣσας#1', 'aB_aB_aB', 'Aa€xxxxx']) expect(says('password', good)).toBeUndefined();
    for (const bad of ['abcdefg!', 'ABCDEFG!', 'Abcdefg1', 'Abc defg', '12345678', '!!!!!!!!'])
      expect(says('password', bad)).toBe(passwordSaid);
  });

  test('[S5.8] a picture is known by the end of its name', () => {
    const ending = fc.constantFrom('jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'webp');
    fc.assert(
      fc.property(fc.string(), ending, fc.boolean(), (name, end, upper) => {
        const whole = `${name}.${upper ? end.toUpperCase() : end}`;
        expect(says('image', whole)).toBeUndefined();
        expect(says('image', new File([], whole))).toBeUndefined();
      }),
    );
    for (const bad of ['jpg', 'a.jpg.exe', 'a.heic', 'a.jpgx', 'a.']) expect(says('image', bad)).toBe('Name is not valid.');
  });

  test('[S5.17] a portrait is what a picture is, or one of the other types of which the server makes one', () => {
    for (const good of ['a.jpg', 'a.webp', 'IMG_0001.HEIC', 'a.heif', 'a.avif', 'a.tif', 'a.tiff'])
      expect([good, says('portrait', new File([], good))]).toEqual([good, undefined]);
    for (const bad of ['heic', 'a.heic.exe', 'a.pdf', 'a.mov', '']) expect(says('portrait', new File([], bad))).toBe('Name is not valid.');
  });

  test('[S5.6] a confirmation is the very same, an empty one too', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(says('confirmed:x', a, { x: b }) === undefined).toBe(a === b);
      }),
    );
    expect(says('confirmed:x', '', { x: 'a' })).toBe('Name must be the same');
  });

  test('no rule takes long over 1 MB', () => {
    const began = performance.now();
    for (const unit of ['a', 'a.', '@', '9', ' ', '-'])
      for (const rule of ['numeric', 'integer', 'email', 'password', 'image', 'min:8', 'max:8'])
        says(rule, unit.repeat(1_000_000 / unit.length));
    // A slow expression would take minutes.
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

test('labels are the names in words', () => {
  expect(labelOf('password_confirmation')).toBe('Password confirmation');
  expect(labelOf('firstname')).toBe('First name');
  expect(labelOf('lastname')).toBe('Last name');
  expect(labelOf('email')).toBe('E-mail');
  expect(labelOf('birth_day')).toBe('Birthday');
});

describe('the server says what the form says', () => {
  /** Messages of a body that a schema refuses, in English. */
  const refused = (schema: z.ZodType, body: unknown) => {
    const { error } = schema.safeParse(body, { reportInput: true });
    const errors = error ? Object.entries(fieldErrors(error.issues)) : [];
    return Object.fromEntries(errors.map(([path, problems]) => [path, problems.map(said)]));
  };
  const registration = accountsApi.register.schema.body;

  test('of fields that are missing, only that', () => {
    expect(refused(registration, {})).toEqual({
      firstname: ['First name Required'],
      lastname: ['Last name Required'],
      email: ['E-mail Required'],
      password: ['Password Required'],
      password_confirmation: ['Password confirmation Required'],
    });
    const empty = { firstname: ' ', lastname: '', email: '', password: '', password_confirmation: '' };
    expect(refused(registration, empty)).toEqual(refused(registration, {}));
    const nothing = { firstname: null, lastname: null, email: null, password: null, password_confirmation: null };
    expect(refused(registration, nothing)).toEqual(refused(registration, {}));
  });

  test('of fields that are wrong', () => {
    const body = {
      firstname: 'x'.repeat(101),
      lastname: 5,
      email: 'nobody',
      password: 'short',
      password_confirmation: 'other',
      phone: '1'.repeat(41),
      birth: '2024-02-30',
    };
    expect(refused(registration, body)).toEqual({
      firstname: ['First name must contain 100 characters at most'],
      lastname: ['Last name is not valid.'],
      email: ['Must enter a valid email.'],
      password: ['Password must contain at least 8 characters', passwordSaid],
      password_confirmation: ['Password confirmation must be the same'],
      phone: ['Phone must contain 40 characters at most'],
      birth: ['Birthday is not valid.'],
    });
    expect(refused(registration, 'nothing')).toEqual({ body: ['Body is not valid.'] });
    expect(refused(registration, [])).toEqual({ body: ['Body is not valid.'] });
  });

  test('of choices, numbers, files and parts of lists', () => {
    const body = z.object({
      kind: z.enum(['a', 'b']),
      other: z.enum(['a', 'b']),
      count: integer,
      photo: file,
      list: z.array(text(3)),
      code: z.string().regex(/^x$/),
      password: z.string().regex(/^x$/),
    });
    expect(refused(body, { other: 'c', count: 'many', list: ['fine', 7], code: 'y', password: 'y' })).toEqual({
      kind: ['Kind Required'],
      other: ['Other is not valid.'],
      count: ['Count must be a number'],
      photo: ['Photo Required'],
      'list.0': ['List must contain 3 characters at most'],
      'list.1': ['List is not valid.'],
      code: ['Code is not valid.'],
      password: [passwordSaid],
    });
  });

  test('[S5.16] the form of a field and its schema agree on every password and text', () => {
    const { min, max } = limits.password;
    fc.assert(
      fc.property(fc.string({ maxLength: 140, unit: 'grapheme' }), (given) => {
        const shown = said(check('password', given, ['required', `min:${min}`, `max:${max}`, 'password']));
        // Spaces alone say nothing to a form; as a password they fail for want of letters.
        if (given.trim() !== '' || given === '')
          expect(refused(z.object({ password: newPassword }), { password: given })['password']?.[0]).toBe(shown);
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 12, unit: 'grapheme' }), (given) => {
        const shown = said(check('name', given.trim(), ['required', 'max:10']));
        expect(refused(z.object({ name: requiredText(10) }), { name: given })['name']?.[0]).toBe(shown);
      }),
    );
  });

  test('[S5.18] both ends count characters, not units of a string', () => {
    const trees = (n: number) => '🌲'.repeat(n);
    const schema = z.object({ name: requiredText(10), password: givenPassword });
    for (const [name, problem] of [
      [trees(10), undefined],
      [trees(11), 'Name must contain 10 characters at most'],
    ] as const) {
      expect(said(check('name', name, ['required', 'max:10']))).toBe(problem);
      expect(refused(schema, { name, password: 'x' })['name']?.[0]).toBe(problem);
    }
    const { min, max } = limits.password;
    for (const [password, isRight] of [
      [`Aa!${trees(max - 3)}`, true],
      [`Aa!${trees(max - 2)}`, false],
      [`Aa!${trees(min - 3)}`, true],
      [`Aa!${trees(min - 4)}`, false],
    ] as const)
      expect([password.length, newPassword.safeParse(password).success]).toEqual([password.length, isRight]);
    expect(givenPassword.safeParse(trees(max)).success).toBe(true);
    expect(z.toJSONSchema(z.object({ name: requiredText(10), password: newPassword })).properties).toMatchObject({
      name: { minLength: 1, maxLength: 10 },
      password: { minLength: min, maxLength: max },
    });
  });

  test('a field cannot be named so that it changes anything else', () => {
    const errors = refused(z.record(z.string(), z.number()), JSON.parse('{"__proto__": "x", "constructor": "y"}'));
    expect(Object.keys(errors)).toContain('constructor');
    expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  });

  test('days that exist are days, no others', () => {
    for (const good of ['2024-02-29', '1900-12-31']) expect(day.safeParse(good).success).toBe(true);
    for (const bad of ['2023-02-29', '0000-01-01', '2024-13-01', '24-01-01', '2024-1-1', '2024-01-01T00:00:00Z'])
      expect(day.safeParse(bad).success).toBe(false);
  });

  test('a device needs its token', () => {
    expect(refused(devicesApi.register.schema.body, {})).toEqual({ token: ['Token Required'] });
    expect(refused(devicesApi.register.schema.body, { token: 't', platform: 'palm' })).toEqual({
      platform: ['Platform is not valid.'],
    });
  });
});
