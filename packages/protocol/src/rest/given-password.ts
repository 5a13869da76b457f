import Type from 'typebox';

/** A password to be checked, not set: people can type any length. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 1024 });
