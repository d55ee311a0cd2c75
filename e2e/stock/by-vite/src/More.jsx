import './more.css';

export const More = () => <p className="by-vite-more">More by Vite</p>;
