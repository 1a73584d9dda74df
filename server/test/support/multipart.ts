// A file in a form, as a request of light-my-request: `inject({ ...request, ...multipart(name, content) })`.

export function multipart(name: string, content: string | Uint8Array, authorization?: string) {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return {
    payload: Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n--x--\r\n')]),
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      ...(authorization !== undefined && { authorization }),
    },
  }
}
