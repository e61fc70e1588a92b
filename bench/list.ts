import type { Figure } from './figures.ts'
export const listPart = async (): Promise<Figure[]> => []
