/** A title in both languages of the interface: [zh-CN, en-US]. A missing one does not compile. */
export type Title = readonly [zh: string, en: string]
