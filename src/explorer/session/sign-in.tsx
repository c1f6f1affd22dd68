import { say } from '../sentences.ts';

/** What stands in the place of every page while nobody is signed in. */
export const SignIn = ({ refused }: { readonly refused: boolean }) => (
  <main id="content" class="sign-in" tabIndex={-1}>
    <div class="sign-in-card">
      <p class="brand">{say.product}</p>
      <h1>{say.signIn.title}</h1>
      {refused && (
        <p class="notice-line" role="alert">
          {say.signIn.refused}
        </p>
      )}
      <p>{say.signIn.body}</p>
      <pre>
        <code>{say.signIn.command}</code>
      </pre>
      <p class="muted">{say.signIn.after}</p>
    </div>
  </main>
);
