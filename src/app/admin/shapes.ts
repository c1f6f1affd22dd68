import Type from 'typebox';

export const teamId = Type.String({ format: 'uuid' });
export const email = Type.String({ format: 'email' });
