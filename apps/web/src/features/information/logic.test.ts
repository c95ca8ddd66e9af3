import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alarmOf,
  asOnPage,
  emptyFields,
  filledFields,
  keyed,
  kindOf,
  linkOf,
  mergeSections,
  moveField,
  sameWriting,
  startingFields,
  together,
  unused,
  type Written,
} from './logic.ts';
import { suggestionsOf } from './components/sections.ts';

const written = (fields: Record<string, string>, note = '', media: string[] = []): Written => ({
  fields: Object.entries(fields).map(([label, value]) => ({ label, value })),
  note,
  media,
});
const doctor = (value: string) => ({ label: 'Doctor', value });
const doctors = (...names: string[]): Written => ({ ...written({}), fields: names.map(doctor) });
const values = ({ fields }: Pick<Written, 'fields'>) => fields.map(({ value }) => value);
const suggestions = suggestionsOf('health');

describe('two who write at once', () => {
  it('take what only one of them changed from that one', () => {
    const base = written({ Shoes: '27', Hat: '50', Coat: '104' }, 'Grows', ['a', 'b']);
    const mine = written({ Shoes: '28', Hat: '50', Coat: '104' }, 'Grows', ['b', 'c']);
    const theirs = written({ Shoes: '27', Hat: '51', Gloves: 'S' }, 'Grows fast', ['a', 'b', 'd']);
    expect(mergeSections(base, mine, theirs)).toEqual({
      fields: [
        { label: 'Shoes', value: '28' },
        { label: 'Hat', value: '51' },
        { label: 'Gloves', value: 'S' },
      ],
      note: 'Grows fast',
      media: ['b', 'd', 'c'],
      theirNote: undefined,
    });
  });

  it('are told where both wrote something else', () => {
    const merged = mergeSections(
      written({ Shoes: '27', Hat: '50' }, ''),
      written({ Shoes: '28', Hat: '51' }, 'mine'),
      written({ Shoes: '29' }, 'theirs'),
    );
    expect(merged.fields).toEqual([
      { label: 'Shoes', value: '28', theirs: '29' },
      { label: 'Hat', value: '51', theirs: null },
    ]);
    expect([merged.note, merged.theirNote]).toEqual(['mine', 'theirs']);
  });

  it('keep each of several fields with one label', () => {
    const added = mergeSections(doctors('Mills'), doctors('Mills, mornings'), doctors('Mills', 'Okafor'));
    expect(added.fields).toEqual(doctors('Mills, mornings', 'Okafor').fields);
    const both = mergeSections(doctors('Mills'), doctors('Mills', 'Reed'), doctors('Mills', 'Okafor'));
    expect(both.fields).toEqual([doctor('Mills'), { ...doctor('Reed'), theirs: 'Okafor' }]);
    const removed = mergeSections(doctors('Mills', 'Reed'), doctors('Mills'), doctors('Mills', 'Reed, evenings'));
    expect(removed.fields).toEqual([doctor('Mills'), { ...doctor('Reed, evenings'), theirs: 'Reed, evenings', isBack: true }]);
    const last = mergeSections(doctors('Mills', 'Reed'), doctors('Mills', 'Reed, evenings'), doctors());
    expect(last.fields, 'where it stands first now').toEqual([{ ...doctor('Reed, evenings'), theirs: null }]);
  });

  it('keep the others where the first of several with one label is removed', () => {
    const mine = mergeSections(doctors('Mills', 'Reed'), doctors('Reed'), doctors('Mills, evenings', 'Reed'));
    expect(mine.fields).toEqual([doctor('Reed'), { ...doctor('Mills, evenings'), theirs: 'Mills, evenings', isBack: true }]);
    const theirs = mergeSections(doctors('Mills', 'Reed'), doctors('Mills', 'Reed, evenings'), doctors('Reed'));
    expect(theirs.fields).toEqual([doctor('Reed, evenings')]);
    const both = together(doctors('Reed'), doctors('Mills, evenings', 'Reed'), doctors('Mills', 'Reed'));
    expect(values(both)).toEqual(['Reed', 'Mills, evenings']);
  });

  it('lose no value that one of them wrote, also where labels are the same', () => {
    const version = fc.array(fc.constantFrom('1', '2', '3', '4'), { maxLength: 4 }).map((all) => doctors(...all));
    fc.assert(
      fc.property(version, version, version, (base, mine, theirs) => {
        const named = mergeSections(base, mine, theirs).fields.flatMap((field) => [field.value, field.theirs]);
        const written = [...values(mine), ...values(theirs)].filter((value) => !values(base).includes(value));
        expect(named).toEqual(expect.arrayContaining(written));
      }),
    );
  });

  it('lose no value that is not named', () => {
    const value = fc.constantFrom('', '1', '2', '3');
    const section = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), value).map((fields) => written(fields));
    fc.assert(
      fc.property(section, section, section, (base, mine, theirs) => {
        const { fields } = mergeSections(base, mine, theirs);
        const at = (from: Written['fields'], label: string) => from.find((one) => one.label === label)?.value;
        for (const label of ['A', 'B', 'C', 'D']) {
          const [was, my, their, now] = [at(base.fields, label), at(mine.fields, label), at(theirs.fields, label), at(fields, label)];
          const isTheirs = my === was || (my === undefined && their !== was);
          expect(now).toBe(isTheirs ? their : my);
          const isBack = my === undefined && { isBack: true };
          if (my !== was && their !== was && my !== their)
            expect(fields).toContainEqual({ label, value: now, theirs: their ?? null, ...isBack });
        }
      }),
    );
  });

  it('and one who changed nothing gets theirs', () => {
    const [base, theirs] = [written({ A: '1' }, 'x', ['m']), written({ B: '2' }, 'y', [])];
    expect(sameWriting(mergeSections(base, base, theirs), theirs)).toBe(true);
    expect(mergeSections(base, theirs, base)).toEqual({ ...theirs, theirNote: undefined });
  });
});

describe('fields', () => {
  let n = 0;
  const key = () => `k${(n += 1)}`;
  it('begin with what is suggested where nothing is', () => {
    expect(startingFields({ fields: [] }, suggestions, key).map(({ label }) => label)).toEqual(suggestions.map(({ label }) => label));
    expect(startingFields({ fields: [{ label: 'Own', value: '1' }] }, suggestions, key)).toHaveLength(1);
    expect(unused([{ label: 'Blood type' }], suggestions)).toHaveLength(suggestions.length - 1);
  });
  it('suggested ones that stay empty are not kept, own ones with a name are', () => {
    const fields = [
      { key: '1', label: 'Blood type', value: ' ' },
      { key: '2', label: ' Tooth fairy ', value: '' },
      { key: '3', label: '', value: 'No name' },
      { key: '4', label: '', value: '' },
    ];
    expect(filledFields(fields, suggestions)).toEqual([
      { label: 'Tooth fairy', value: '' },
      { label: '', value: 'No name' },
    ]);
  });
  it('that are being typed stay as they are on the page, also the empty ones', () => {
    const page = [
      { key: '1', label: 'Tooth fairy ', value: 'Comes ' },
      { key: '2', label: 'Allergies', value: 'Nuts ' },
      { key: '3', label: 'Blood type', value: '' },
      { key: '4', label: 'Insurance number', value: ' ' },
      { key: '5', label: '', value: '' },
    ];
    const merged = [
      { label: 'Tooth fairy', value: 'Comes' },
      { label: 'Allergies', value: 'Hazelnuts' },
      { label: 'Blood type', value: 'A' },
    ];
    expect(keyed([...merged, ...emptyFields(page, merged, suggestions)], page, key)).toEqual([
      page[0],
      { key: '2', label: 'Allergies', value: 'Hazelnuts' },
      { key: '3', label: 'Blood type', value: 'A' },
      page[3],
      page[4],
    ]);
  });
  it('of two versions stand as on the page, also the empty ones, and new ones last', () => {
    const page = ['Blood type', 'Doctor', '', 'Doctor'].map((label, at) => ({ label, value: at === 3 ? 'Reed' : '' }));
    const merged = [
      doctor('Reed'),
      { label: 'Hat', value: '50' },
      doctor('Mills'),
      { label: '', value: '' },
      { label: 'Blood type', value: '' },
    ];
    expect(asOnPage(merged, page)).toEqual([merged[4], merged[2], merged[3], merged[0], merged[1]]);
  });
  it('know their keyboard, and where they lead', () => {
    expect([kindOf('Last check-up', suggestions), kindOf('Own', suggestions)]).toEqual(['day', 'lines']);
    expect(linkOf(' +44 (0)20 7946-0018 ', 'phone')).toBe('tel:+442079460018');
    expect(linkOf('+49 (0) 170 1234567', 'phone')).toBe('tel:+491701234567');
    expect(linkOf('(0)170 1234567', 'phone'), 'within the country it is dialled').toBe('tel:01701234567');
    expect(linkOf('+39 (0)6 698 1234', 'phone'), 'in Italy it always is').toBe('tel:+39066981234');
    expect(linkOf('Nora, at night', 'phone')).toBeUndefined();
    expect(linkOf('a@b.example', 'email')).toBe('mailto:a@b.example');
    expect(linkOf('javascript:alert(1)', 'lines')).toBeUndefined();
  });
  it('move', () => {
    expect(moveField(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moveField(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  });
  it('allergies are seen first, where there are any', () => {
    const of = (value: string) => alarmOf({ slug: 'health', fields: [{ label: 'Allergies', value }] });
    expect(of('Hazelnuts')).toBeTruthy();
    for (const nothing of ['', ' ', 'None', 'none.', '-']) expect([nothing, of(nothing)]).toEqual([nothing, undefined]);
  });
});

describe('a draft that is found while one writes already', () => {
  it('comes with what has been written since', () => {
    const first = written({ Shoes: '27', Hat: '50' }, 'Grows');
    const kept = written({ Shoes: '28', Hat: '50', Gloves: 'S' }, 'Grows fast');
    const since = written({ Shoes: '27', Hat: '51', Coat: '104', '': '' }, 'Grows\nSleeps');
    expect(together(kept, since, first)).toEqual({
      fields: [
        { label: 'Shoes', value: '28' },
        { label: 'Hat', value: '51' },
        { label: 'Gloves', value: 'S' },
        { label: 'Coat', value: '104' },
        { label: '', value: '' },
      ],
      note: 'Grows fast\n\nSleeps',
    });
    expect(together(kept, first, first)).toEqual({ fields: kept.fields, note: kept.note });
    const emptied = together(kept, written({ Shoes: '27', Hat: '' }, 'Grows'), first);
    expect(emptied.fields[1], 'what was emptied since stays empty').toEqual({ label: 'Hat', value: '' });
    const { fields } = together(written({ '': 'kept' }, ''), written({ '': 'since' }, ''), written({}, ''));
    expect(
      fields.map(({ value }) => value),
      'fields without a name are not the same one',
    ).toEqual(['kept', 'since']);
    const [one, page] = [written({ Shoes: '28', '': '' }), written({ Shoes: '27', '': '' })];
    expect(together(one, page, written({ Shoes: '27' })).fields, 'but an empty one of each is').toEqual(one.fields);
  });

  it('leaves each of several fields with one label its own words', () => {
    const first = doctors('Mills', 'Reed');
    expect(values(together(first, first, first))).toEqual(['Mills', 'Reed']);
    expect(values(together(first, doctors('Mills', 'Reed, evenings'), first))).toEqual(['Mills', 'Reed, evenings']);
    expect(values(together(first, doctors('Mills', 'Reed', 'Okafor'), first))).toEqual(['Mills', 'Reed', 'Okafor']);
  });

  it('leaves each field of the page the same one', () => {
    const theirs = { key: '0', label: 'Hat', value: '50', theirs: '51' };
    expect(
      keyed([{ label: 'Hat', value: '52' }], [theirs], () => 'new'),
      'without what was to be decided',
    ).toEqual([{ key: '0', label: 'Hat', value: '52' }]);
    const page = ['Hat', 'Hat', 'Shoes'].map((label, at) => ({ key: String(at), label, value: '' }));
    const next = ['Shoes', 'Hat', 'Hat', 'Hat'].map((label) => ({ label, value: '1' }));
    expect(keyed(next, page, () => 'new').map(({ key }) => key)).toEqual(['2', '0', '1', 'new']);
    const two = doctors('Mills', 'Reed ').fields.map((field, at) => ({ ...field, key: String(at) }));
    const merged = keyed([doctor('Reed'), doctor('Okafor')], two, () => 'new');
    expect(merged, 'of several with one label that of its words').toEqual([two[1], { ...doctor('Okafor'), key: '0' }]);
  });
});
