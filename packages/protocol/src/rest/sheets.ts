import Type from 'typebox';
import { limits, serviceLimits } from '../limits.ts';

const { sheet, setList, stand } = serviceLimits;
const closed = { additionalProperties: false } as const;
const oneLine = 'no control or bidirectional-override characters';

/** The format of a stored sheet. `mxl` is compressed MusicXML; `midi` a file to play along. */
export const SheetKind = Type.Enum(['musicxml', 'mxl', 'abc', 'chordpro', 'midi']);
export type SheetKind = Type.Static<typeof SheetKind>;

/** A sheet, or a file to play along, to be kept for a room. */
export const SheetBody = Type.Object(
  {
    name: Type.String({
      description: `${sheet.name.min} to ${sheet.name.max} characters after trimming; ${oneLine}.`,
    }),
    kind: SheetKind,
    data: Type.String({
      minLength: 1,
      description: `The file, of at most ${sheet.bytes} bytes, in base64. It must begin as its kind does.`,
    }),
  },
  closed,
);
export type SheetBody = Type.Static<typeof SheetBody>;

const entry = {
  /** 22 characters. */
  sheet_id: Type.String(),
  name: Type.String(),
  kind: SheetKind,
  /** Of the file. */
  bytes: Type.Integer(),
  added_at: Type.String({ format: 'date-time' }),
};

/** A stored sheet without its content, as its room lists it. */
export const SheetEntry = Type.Object({
  ...entry,
  /** The user_id of who added it; "" if that account is gone. */
  added_by: Type.String(),
  /** "" if that account is gone. */
  added_by_name: Type.String(),
  added_by_display_name: Type.String(),
});
export type SheetEntry = Type.Static<typeof SheetEntry>;

export const SheetView = Type.Object({
  ...entry,
  /** Base64. */
  data: Type.String(),
});
export type SheetView = Type.Static<typeof SheetView>;

export const SheetListView = Type.Object({ sheets: Type.Array(SheetEntry) });
export type SheetListView = Type.Static<typeof SheetListView>;

export const DeletedSheetView = Type.Object({ sheet_id: Type.String() });
export type DeletedSheetView = Type.Static<typeof DeletedSheetView>;

/** The sheets that lie on the music stand of everybody in a room. */
export const StandBody = Type.Object(
  {
    entry_id: Type.Optional(
      Type.String({
        maxLength: setList.id.max,
        description: 'An entry of the set list, whose sheet is opened; "" for none.',
      }),
    ),
    sheet_id: Type.Optional(Type.String({ maxLength: 64, description: 'A sheet of the room; "" for none.' })),
    measure: Type.Optional(
      Type.Integer({ minimum: 0, maximum: stand.measure.max, description: 'A measure in playing order, from 0.' }),
    ),
    beat: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: stand.beat.max,
        description:
          'The beat with which it begins, by the count of the metronome; by default the next bar line, or where the metronome stands still.',
      }),
    ),
  },
  closed,
);
export type StandBody = Type.Static<typeof StandBody>;

export const StandView = Type.Object({
  /** "" for none. */
  sheet_id: Type.String(),
  measure: Type.Integer(),
  /** By the count of the metronome. */
  beat: Type.Integer(),
  /** "" if no entry of the set list is on. */
  entry_id: Type.String(),
  /** The entry's title, or else the sheet's name. */
  title: Type.String(),
  /** A file to play along; "" for none. */
  file_id: Type.String(),
  /** Grows with each change of the set list. */
  set_list_version: Type.Integer(),
});
export type StandView = Type.Static<typeof StandView>;

const { tempo, beatsPerBar } = limits.metronome;

/** A piece of an evening. */
export const SetListEntry = Type.Object(
  {
    entry_id: Type.String({
      minLength: 1,
      maxLength: setList.id.max,
      description: 'Chosen by the client, another one for each entry.',
    }),
    title: Type.String({
      description: `${setList.title.min} to ${setList.title.max} characters after trimming; ${oneLine}.`,
    }),
    sheet_id: Type.Optional(Type.String({ maxLength: 64, description: 'A sheet of the room; "" for none.' })),
    file_id: Type.Optional(Type.String({ maxLength: 64, description: 'A file to play along; "" for none.' })),
    tempo: Type.Optional(
      Type.Integer({ minimum: tempo.min, maximum: tempo.max, description: 'Thousandths of beats per minute.' }),
    ),
    beats_per_bar: Type.Optional(Type.Integer({ minimum: beatsPerBar.min, maximum: beatsPerBar.max })),
    note: Type.Optional(
      Type.String({ description: `Up to ${setList.note.max} characters; ${oneLine} except line feeds.` }),
    ),
  },
  closed,
);
export type SetListEntry = Type.Static<typeof SetListEntry>;

/** The whole set list, in order. */
export const SetListBody = Type.Object({ entries: Type.Array(SetListEntry, { maxItems: setList.entries }) }, closed);
export type SetListBody = Type.Static<typeof SetListBody>;

export const SetListView = Type.Object({
  entries: Type.Array(SetListEntry),
  version: Type.Integer(),
});
export type SetListView = Type.Static<typeof SetListView>;
