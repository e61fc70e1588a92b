import type { Figure } from './figures.ts'
export const webPart = async (): Promise<Figure[]> => []
