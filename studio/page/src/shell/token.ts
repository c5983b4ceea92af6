// The token in the page's address, which the studio wants to see with each request.

/** Takes the token from `?token=` or `#token=`. One behind `#` is moved before it, since the rooms of the page live there. */
export function takeToken(): string {
  const address = new URL(location.href);
  const behind = /^#token=([^&/]+)/.exec(address.hash)?.[1];
  if (behind) {
    address.searchParams.set("token", decodeURIComponent(behind));
    address.hash = "";
    history.replaceState(null, "", address);
  }
  return address.searchParams.get("token") ?? "";
}
