/** Files of a form's item on their way to the server: a few at a time, each with its own progress and its own refusal. */
import { useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { pictureBytesMax, type PictureUpload } from '../../format/picture-limits.ts'
import { ApiError } from '../api/client.ts'
import { randomId } from '../api/random-id.ts'
import { upload } from '../api/upload.ts'
import { uploadQueue } from '../api/upload-queue.ts'
import { t } from '../i18n/t.ts'
import { fitting } from '../image/shrink.ts'
import { pictureTypeOf } from '../image/picture-type.ts'

export interface FileUploading {
  readonly key: string
  readonly file: File
  /** 0..1 of the bytes sent; null: refused */
  readonly progress: number | null
  readonly reason: string | null
}

const parallelMax = 2

interface FileUploads {
  readonly type: PictureUpload
  readonly picturesOnly: boolean
  readonly onUploaded: (file: UploadedFile) => void
}

/** A photo of a camera is made to fit; what is too large otherwise is refused before a byte is sent. */
async function madeToFit(file: File, type: PictureUpload, picturesOnly: boolean): Promise<File | string> {
  const bytesMax = pictureBytesMax[type]
  if (file.size === 0) return t('文件是空的，请检查后再上传')
  const picture = await pictureTypeOf(file)
  if (picturesOnly && picture === null) return t('图片类型要求：jpeg、jpg、png')
  if (file.size <= bytesMax) return file
  if (picture === null) return t('文件大小不能超过 {size}MB', { size: bytesMax / 1_048_576 })
  return (await fitting(file, bytesMax)) ?? t('图片无法打开，请换一张')
}

const sent = (file: File, type: PictureUpload, signal: AbortSignal, onProgress: (part: number) => void): Promise<UploadedFile> =>
  upload<UploadedFile>('/fileUpload/upload', [file], {
    fields: { type },
    quiet: true,
    signal,
    onProgress: (bytes, total) => onProgress(total === 0 ? 0 : bytes / total),
  })

/** What has begun goes on while the tab is hidden; what nobody keeps is cleaned up by the server. */
export function useFileUploads({ type, picturesOnly, onUploaded }: FileUploads) {
  const [onTheWay, setOnTheWay] = useState<readonly FileUploading[]>([])
  const [line] = useState(() => uploadQueue(parallelMax))
  // several uploads end after the render that began them: each tells the control as it is then
  const tell = useRef(onUploaded)
  useEffect(() => {
    tell.current = onUploaded
  }, [onUploaded])
  const patch = (key: string, change: Partial<FileUploading>): void =>
    setOnTheWay(before => before.map(one => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: string): void => setOnTheWay(before => before.filter(one => one.key !== key))

  async function send({ key, file }: FileUploading, signal: AbortSignal): Promise<void> {
    try {
      const fits = await madeToFit(file, type, picturesOnly)
      if (typeof fits === 'string') {
        patch(key, { progress: null, reason: fits })
        return
      }
      const uploaded = await sent(fits, type, signal, progress => patch(key, { progress }))
      drop(key)
      tell.current(uploaded)
    } catch (error) {
      if (error instanceof DOMException) drop(key)
      else if (error instanceof ApiError) patch(key, { progress: null, reason: error.msg })
      else throw error
    }
  }
  const queue = (files: readonly FileUploading[]): void => line.add(files.map(one => ({ key: one.key, send: signal => send(one, signal) })))

  function add(files: readonly File[]): void {
    const added = files.map(file => ({ key: randomId(), file, progress: 0, reason: null }))
    setOnTheWay(before => [...before, ...added])
    queue(added)
  }

  function remove(key: string): void {
    line.remove(key)
    drop(key)
  }

  function retry(key: string): void {
    const one = onTheWay.find(each => each.key === key)
    if (one === undefined) return
    patch(key, { progress: 0, reason: null })
    queue([one])
  }

  return { onTheWay, isUploading: onTheWay.some(one => one.progress !== null), add, remove, retry }
}
