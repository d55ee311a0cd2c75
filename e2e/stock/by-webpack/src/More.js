import { createElement } from 'react';
import './more.css';

export const More = () => createElement('p', { className: 'by-webpack-more' }, 'More by webpack');
