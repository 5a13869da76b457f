import './waiting.css';

/** A quiet page while something is under way; its words appear only when it takes a while. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <main className="waiting">
      <p role="status">{text}</p>
    </main>
  );
}
