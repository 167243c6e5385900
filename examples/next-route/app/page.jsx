'use client';
import { useState } from 'react';

export default function Page() {
  const [said, setSaid] = useState([]);

  async function ask(event) {
    event.preventDefault();
    const form = event.target;
    const { user, text } = Object.fromEntries(new FormData(form));
    form.reset();
    const response = await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ user, text }) });
    const { answer, problem } = await response.json();
    setSaid((before) => [...before, text, answer ?? problem]);
  }

  return (
    <main>
      <h1>A route with a memory</h1>
      <form onSubmit={ask}>
        <label>
          You are <input name="user" defaultValue="ada" required />
        </label>
        <label>
          Message <input name="text" required />
        </label>
        <button>Send</button>
      </form>
      <ol aria-live="polite">
        {said.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ol>
    </main>
  );
}
