/** Limits of pictures that the browser keeps before it sends them, and the server in any case. */

const MB = 1_048_576
/** A form's pictures and the phone's: at most this many in one go. */
export const imagesMax = 8
/** Uploads that may be pictures, with their size in bytes. */
export const pictureBytesMax = { HTML_IMAGE: MB, IMAGE: 2 * MB, HELP_CENTER: 50 * MB, ATTACHMENT: 50 * MB } as const
export type PictureUpload = keyof typeof pictureBytesMax

export const isPictureUpload = (type: string): type is PictureUpload => Object.hasOwn(pictureBytesMax, type)
