/** The grid of lines, asked for ahead by whoever opens a form that has one. */
import { lazyPart } from '../page/lazy-part.tsx'

export const LinesPart = lazyPart(() => import('./lines-control.tsx'))
