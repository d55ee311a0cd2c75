import './more.css';

export const More = () => <p className="by-rspack-more">More by Rspack</p>;
