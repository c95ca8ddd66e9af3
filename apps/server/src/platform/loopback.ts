/** Whether a host's name, as in a URL, means this machine and can mean no other. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(hostname.replace(/\.$/, ''));
