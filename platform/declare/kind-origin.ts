/** What a kind of file was built from: genuine files, samples of others, a description, a list of columns, our own template. */
export type KindOrigin = 'genuine' | 'madeUp' | 'described' | 'columns' | 'template'
