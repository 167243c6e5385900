import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { opening, useMemory } from './memory.js';

function Notes() {
  const [memory, setMemory] = useState();
  const [problem, setProblem] = useState('');
  const [found, setFound] = useState([]);
  useEffect(() => {
    opening.then(setMemory, (error) => setProblem(error.message));
  }, []);
  const { items, status } = useMemory(memory);

  const trying = (work) =>
    work().then(
      () => setProblem(''),
      (error) => setProblem(error.message),
    );

  const keep = (event) => {
    event.preventDefault();
    const form = event.target;
    return trying(async () => {
      await memory.items.memorize(new FormData(form).get('text'), { source: 'user' });
      form.reset();
    });
  };
  const forget = (id) => trying(() => memory.items.forget({ ids: [id] }, { mode: 'hard' }));

  async function ask(event) {
    const { hits } = await memory.items.remember(event.target.value);
    setFound(hits.map(({ item }) => item.text));
  }

  return (
    <>
      <h1>Notes</h1>
      <form onSubmit={keep}>
        <label>
          Note <input name="text" required />
        </label>
        <button disabled={status === 'loading'}>Keep</button>
      </form>
      <p role="alert">{problem}</p>
      <ul aria-label="Notes">
        {items.map(({ id, text }) => (
          <li key={id}>
            {text} <button onClick={() => forget(id)}>Forget {text}</button>
          </li>
        ))}
      </ul>
      <label>
        Question <input disabled={status === 'loading'} onChange={ask} />
      </label>
      <ol aria-label="Found">
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <Notes />
  </StrictMode>,
);
