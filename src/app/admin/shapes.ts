import Type from 'typebox';

export const teamId = Type.String({ format: 'uuid' });
