/** Headers that narrow what a browser may do with our answers. */

/** The browser's program: own files only. Styles in elements are antd's; blobs are previews of pictures and exports. */
const appPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** JSON is never a page. */
export const callPolicy = "default-src 'none'; frame-ancestors 'none'"

/** On every answer. `https`: the public address is served over TLS, and stays so. */
export function commonHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-security-policy': appPolicy,
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
