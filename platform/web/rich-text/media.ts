/** Pictures and videos of rich text: which may come in, and where they are kept. */
import type { UploadedFile } from '../../declare/wire-values.ts'
import { upload } from '../api/upload.ts'
import { t } from '../i18n/t.ts'

/** 1024 KB (1-shell section 9) */
export const pictureBytesMax = 1_048_576
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
export type Media = 'picture' | 'video'

/** What kind of thing a file is for the text; null: neither. SVG is no picture here, it can carry script. */
export function mediaOf(file: File): Media | null {
  if (pictureTypes.some(type => type === file.type)) return 'picture'
  return file.type.startsWith('video/') ? 'video' : null
}

/** Why a file may not come in, or null. */
export function mediaError(file: File): string | null {
  const media = mediaOf(file)
  if (media === null) return t('“{name}”不是图片或视频，图片类型要求：jpeg、jpg、png、gif、webp', { name: file.name })
  return media === 'picture' && file.size > pictureBytesMax ? t('图片大小不能超过 1MB') : null
}

/** Stores a file and answers its link. The refusal is shown at the editor, so the api client shows nothing. */
export async function storeMedia(file: File): Promise<string> {
  const type = mediaOf(file) === 'video' ? 'HTML_VIDEO' : 'HTML_IMAGE'
  const { link } = await upload<UploadedFile>('/fileUpload/upload', [file], { fields: { type }, quiet: true })
  return link
}

/**
 * Pasted HTML without pictures that are not ours: they are not stored here and the server would take them out. Nothing of it is run or
 * loaded.
 */
export function withoutForeignMedia(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const isOurs = (element: Element): boolean => element.getAttribute('src')?.startsWith('/api-2024/fileUpload/down2?id=') === true
  for (const element of page.querySelectorAll('img, video, audio, svg, iframe, object, embed')) {
    if (!(element.matches('img, video') && isOurs(element))) element.remove()
  }
  // Word's own comments, styles and settings
  for (const element of page.querySelectorAll('style, script, xml, meta, link, title')) element.remove()
  return page.body.innerHTML
}
