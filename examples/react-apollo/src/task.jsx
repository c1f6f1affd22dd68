// Starts the mapping of a network and follows it to its end, with the typed documents of @kith-graph/client.
import { useMutation, useSubscription } from '@apollo/client/react';
import { FollowTask, MapCompany } from '@kith-graph/client/documents';

export function Task() {
  const [map, { data }] = useMutation(MapCompany, {
    variables: { input: { companyWebsite: 'kestrel-robotics.example' } },
  });
  const id = data?.mapNetwork?.task?.id;
  return (
    <section>
      <button type="button" onClick={() => map()}>
        Map the network of Kestrel Robotics
      </button>
      {data?.mapNetwork?.problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {id && <Status id={id} />}
    </section>
  );
}

function Status({ id }) {
  const { data, error } = useSubscription(FollowTask, { variables: { id } });
  return <output>{error?.message ?? data?.mappingTask?.status ?? 'waiting'}</output>;
}
