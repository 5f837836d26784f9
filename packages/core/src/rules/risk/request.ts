/** What a stranger may have written: the request as the common frameworks hand it over, command lines, uploads. */
export const REQUEST =
  /\b(?:req|request|ctx|context|event|c|self\.request)\.(?:body|query|params|param\(|args|form|GET\b|POST\b|json\b|values|files|headers|cookies|query_params|path_params|get_json|getParameter|queryStringParameters|pathParameters|PostForm|Query\(|Param\(|QueryParam|FormValue|input\(|raw_post|QueryString|Form\b|RouteValues|data\b|url\b|all\(|match_info)|\bparams\s{0,2}\[|\bparams\.(?:require|permit|fetch|dig)|\$_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER)\b|\b(?:r|req|request)\.(?:FormValue|URL\.(?:Query|Path)|PathValue|PostFormValue)|\bgetParameter\(|\bsearchParams\.get\(|\bmux\.Vars\(|\bchi\.URLParam\(|\brequest\(\)|\bconn\.(?:params|query_params|body_params)|\bcall\.(?:parameters|receive)|\bInput::get|\buserInput\b|\buser_input\b|\bargv\[|\bsys\.argv|\bos\.Args\[/;

/** The same on a line of code. */
export const holdsRequest = (text: string): boolean => REQUEST.test(text);
