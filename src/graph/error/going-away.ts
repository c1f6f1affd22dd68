import { GraphQLError } from 'graphql';

/** A subscription ends because the process stops; the task goes on, and can be followed again. */
export const goingAway = (): GraphQLError =>
  new GraphQLError('The graph is stopping: subscribe again, with the last event’s id as `after`.', {
    extensions: { code: 'GOING_AWAY' },
  });

export const isGoingAway = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions.code === 'GOING_AWAY';
