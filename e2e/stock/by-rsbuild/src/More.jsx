import './more.css';

export const More = () => <p className="by-rsbuild-more">More by Rsbuild</p>;
