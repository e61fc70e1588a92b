/**
 * What a kind of file was built from: genuine files; samples that others made up, whose columns count and whose figures prove nothing; a
 * description or a documented example; a list of columns alone; or our own template.
 */
export type KindOrigin = 'genuine' | 'madeUp' | 'described' | 'columns' | 'template'
