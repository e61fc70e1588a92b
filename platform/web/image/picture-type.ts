/** What a chosen file is, told by its first bytes: names and the types a browser derives from them lie. */
import { pictureBytesMax } from '../../format/picture-limits.ts'
import { t } from '../i18n/t.ts'

const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const
export type PictureType = keyof typeof signatures

/** JPEG or PNG, else null. */
export async function pictureTypeOf(file: Blob): Promise<PictureType | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const types = Object.keys(signatures) as PictureType[]
  return types.find(type => signatures[type].every((byte, at) => head[at] === byte)) ?? null
}

/** Why a picture can't be cropped, in the words of the specification, or null. */
export async function cropRefusal(file: File): Promise<string | null> {
  if (file.size > pictureBytesMax.IMAGE) return t('图片大小不能超过2M')
  return (await pictureTypeOf(file)) === null ? t('图片类型要求：jpeg、jpg、png') : null
}
