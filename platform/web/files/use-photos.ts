/** Photos chosen on the phone, until they are sent together: one code is worth one upload. */
import { useEffect, useRef, useState } from 'react'
import { imagesMax, pictureBytesMax, type PictureUpload } from '../../format/picture-limits.ts'
import { ApiError } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { randomId } from '../api/random-id.ts'
import { upload } from '../api/upload.ts'
import { t } from '../i18n/t.ts'
import { fitting, type Cut } from '../image/shrink.ts'

export interface Photo {
  readonly key: string
  readonly file: File
  /** address of the preview, given back when the photo goes */
  readonly preview: string
}

export type Sending =
  | { readonly state: 'choosing'; readonly refusal: string | null }
  | { readonly state: 'sending'; readonly progress: number }
  | { readonly state: 'done'; readonly count: number }
  | { readonly state: 'over'; readonly reason: string }

export function usePhotos(id: string, type: PictureUpload) {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [sending, setSending] = useState<Sending>({ state: 'choosing', refusal: null })
  const refuse = (refusal: string): void => setSending({ state: 'choosing', refusal })
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const all = previews.current
    return () => {
      for (const preview of all) URL.revokeObjectURL(preview)
    }
  }, [])

  /** Adds photos, made small enough; those beyond the limit and those that can't be opened are named. */
  async function add(files: readonly File[], cut?: Cut): Promise<void> {
    setSending({ state: 'choosing', refusal: null })
    const room = imagesMax - photos.length
    const added: Photo[] = []
    const unreadable: string[] = []
    for (const file of files.slice(0, room)) {
      const fits = await fitting(file, pictureBytesMax[type], cut)
      if (fits === null) unreadable.push(file.name)
      else {
        const preview = URL.createObjectURL(fits)
        previews.current.add(preview)
        added.push({ key: randomId(), file: fits, preview })
      }
    }
    setPhotos(before => [...before, ...added])
    if (unreadable.length > 0) refuse(t('{names} 无法打开，请换一张图片', { names: unreadable.join(t('、')) }))
    else if (files.length > room) refuse(t('图片一次最多上传 {max} 张', { max: imagesMax }))
  }

  function remove(key: string): void {
    setPhotos(before => before.filter(one => one.key !== key))
    setSending({ state: 'choosing', refusal: null })
  }

  async function send(): Promise<void> {
    if (sending.state === 'sending' || photos.length === 0) return
    setSending({ state: 'sending', progress: 0 })
    try {
      const { count } = await upload<{ count: number }>(
        '/fileQrUpload/upload',
        photos.map(one => one.file),
        {
          query: { id, type },
          quiet: true,
          onProgress: (sent, total) => setSending({ state: 'sending', progress: total === 0 ? 0 : sent / total }),
        },
      )
      setSending({ state: 'done', count })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === codes.codeIsOver) setSending({ state: 'over', reason: error.msg })
      else refuse(error.msg)
    }
  }

  return { photos, sending, add, remove, send }
}
