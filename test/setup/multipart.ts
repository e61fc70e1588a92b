/** For tests: a multipart form as browsers send it. */
export interface FormFile {
  readonly name: string
  readonly content: Buffer | string
}

/** Fields first, then the files under `file`. */
export function multipart(fields: Readonly<Record<string, string>>, files: readonly FormFile[]): { type: string; payload: Buffer } {
  const parts: (Buffer | string)[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  for (const { name, content } of files)
    parts.push(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      content,
      '\r\n',
    )
  parts.push('--b--\r\n')
  return {
    type: 'multipart/form-data; boundary=b',
    payload: Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part))),
  }
}
