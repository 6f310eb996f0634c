// Makes components of the shapes of icons. They use no hooks, because icons are also painted before the app is there. Their
// size and their strokes are set in base.css.
import type { IconNode } from 'lucide';
import { createElement, type ReactElement, type SVGAttributes } from 'react';
import { classes } from './classes.ts';

export type Icon = (props: SVGAttributes<SVGSVGElement>) => ReactElement;

export function iconOf(shapes: IconNode): Icon {
  let children: ReactElement[] | undefined; // the same for every use, so React compares none of them
  return ({ className, ...props }) => {
    children ??= shapes.map(([name, attributes], key) => createElement(name, { key, ...attributes }));
    const isHidden = props['aria-label'] === undefined;
    const attributes = {
      viewBox: '0 0 24 24',
      'aria-hidden': isHidden,
      ...props,
      className: classes('icon', className),
    };
    return createElement('svg', attributes, children);
  };
}
