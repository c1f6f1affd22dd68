import { ApolloProvider } from '@apollo/client/react';
import { createRoot } from 'react-dom/client';
import { createApollo } from './client.js';
import { People } from './people.jsx';
import { Task } from './task.jsx';

createRoot(document.getElementById('root')).render(
  <ApolloProvider client={await createApollo()}>
    <People />
    <Task />
  </ApolloProvider>,
);
