export const Advice = () => <p>Write less.</p>;
